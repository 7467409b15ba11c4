"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const MARKS = { critical: "!", duplicate: "=", trash: "\u00d7", useful: "" };
  const holder = document.getElementById("data");
  if (!holder) return;
  const data = JSON.parse(holder.textContent);
  const last = data.states.length - 1;
  const $ = (id) => document.getElementById(id);
  let now = 0;
  let isHidden = data.is_hidden;

  /** An element with classes and children; texts are never read as HTML. */
  function make(tag, name, ...children) {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...children.filter((child) => child !== null));
    return element;
  }

  function shape(suit) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "shape");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#suit-${suit}`);
    svg.append(use);
    return svg;
  }

  function suitClass(suit) {
    return suit === null ? "suit-none" : `suit-${data.suits[suit].letter}`;
  }

  /** How a card is read out. */
  function spoken(card) {
    if (card.suit === null) return "x, any useless card";
    return `${card.name}, ${data.suits[card.suit].name} ${card.name.slice(1)}`;
  }

  function heldCard(held, slot, move, isLast) {
    const card = data.deck[held.card];
    const acts = move !== null && move.card === held.card;
    const isNew = isLast !== null && isLast.drawn === held.card;
    const words = [`slot ${slot}: ${spoken(card)}`, held.worth];
    if (held.is_playable) words.push("playable");
    if (isNew) words.push("just drawn");
    if (acts) words.push(`next: ${move.kind}`);
    const face = make(
      "span",
      "face",
      card.suit === null ? null : shape(card.suit),
      make("span", "name", card.name),
      make("span", "mark", MARKS[held.worth] + (held.is_playable ? "\u25b2" : "")),
    );
    face.setAttribute("aria-hidden", "true");
    const tag = acts ? make("span", "tag", move.kind) : isNew ? make("span", "tag new", "new") : null;
    if (tag) tag.setAttribute("aria-hidden", "true");
    const item = make("li", `card ${suitClass(card.suit)} is-${held.worth}`, face, tag);
    if (acts) item.classList.add("acts");
    item.dataset.card = card.name;
    item.dataset.index = String(held.card);
    item.append(make("span", "vh", words.join(", ")));
    return item;
  }

  function drawStacks(state, move) {
    $("stacks").replaceChildren(
      ...data.suits.map((suit, index) => {
        const height = state.stacks[index];
        const column = make("span", "column-of-cards");
        column.setAttribute("aria-hidden", "true");
        for (let step = data.ranks; step >= 1; step -= 1) {
          const rank = suit.is_reversed ? data.ranks + 1 - step : step;
          const shown = state.on_stacks ? (state.on_stacks[index][step - 1] ?? "") : String(rank);
          column.append(make("span", step <= height ? "cell full" : "cell", shown));
        }
        const head = make("span", "suit-head", shape(index), make("b", "", suit.letter));
        head.setAttribute("aria-hidden", "true");
        const item = make("li", `stack ${suitClass(index)}`, head, column);
        const grew = move && move.kind === "play" && data.deck[move.card].suit === index;
        if (grew) item.classList.add("grew");
        item.dataset.suit = suit.letter;
        item.dataset.height = String(height);
        const note = suit.is_reversed ? " (played from the top rank down)" : "";
        item.append(make("span", "vh", `${suit.name} (${suit.letter}): ${height} of ${data.ranks}${note}`));
        return item;
      }),
    );
  }

  function range(state) {
    return state.best === state.upper ? String(state.best) : `${state.best}\u2013${state.upper}`;
  }

  function drawCounts(state) {
    const rows = [["score", "Score", `${state.score} of ${data.max_score}`]];
    if (state.best !== null && !isHidden) rows.push(["best", "Best in reach", range(state)]);
    rows.push(["tokens", data.tokens_name, `${state.tokens} of ${data.most_tokens}`]);
    rows.push(["strikes", "Strikes", `${state.strikes} of ${data.most_strikes}`]);
    rows.push(["pile", "Draw pile", String(state.pile)]);
    if (state.turns_left !== null) rows.push(["left", "Turns left", String(state.turns_left)]);
    if (state.pace !== null) rows.push(["pace", "Pace", String(state.pace)]);
    if (state.clues !== null) rows.push(["clues", "Clues still usable", String(state.clues)]);
    if (state.last !== null) {
      const name = state.turns_left === null ? "Last turn if no clue is given" : "Last turn";
      rows.push(["last", name, data.names[state.last]]);
    }
    $("counts").replaceChildren(
      ...rows.map(([id, name, value]) => {
        const shown = make("dd", "", value);
        shown.dir = "auto"; // it may be a name
        const pair = make("div", "", make("dt", "", name), shown);
        pair.dataset.count = id;
        return pair;
      }),
    );
  }

  function drawHands(state, move, isLast) {
    $("hands").replaceChildren(
      ...state.hands.map((hand, seat) => {
        const acts = state.seat === seat;
        const name = make("span", "player", data.names[seat]);
        name.dir = "auto";
        const title = make("h4", "", name);
        if (acts) title.append(make("span", "to-move", "to move"));
        title.id = `seat-${seat}`;
        const cards = make("ul", "cards", ...hand.map((held, at) => heldCard(held, at + 1, move, isLast)));
        cards.setAttribute("role", "list"); // Safari takes a list without bullets for none
        cards.setAttribute("aria-labelledby", title.id);
        const box = make("div", acts ? "hand acts" : "hand", title, cards);
        box.dataset.seat = String(seat);
        return box;
      }),
    );
  }

  function chip(card, name, words, mark) {
    const face = make("span", "", card.suit === null ? null : shape(card.suit), card.name, mark ? make("i", "", mark) : null);
    face.setAttribute("aria-hidden", "true");
    const item = make("li", `chip ${suitClass(card.suit)} ${name}`, face);
    item.append(make("span", "vh", words));
    item.dataset.card = card.name;
    return item;
  }

  function none() {
    return make("li", "none", "none");
  }

  function drawPiles(state) {
    const pile = data.deck.slice(state.draw_index);
    $("pile-title").textContent = pile.length ? `Draw pile (${pile.length}), next card first` : "Draw pile: empty";
    $("pile").replaceChildren(
      ...pile.map((card, at) => chip(card, at ? "" : "is-next", at ? spoken(card) : `next: ${spoken(card)}`, "")),
    );
    $("gone-title").textContent = `${data.gone_name} (${state.discards.length})`;
    $("gone").replaceChildren(...(state.discards.length ? state.discards.map((card) => chip(card, "", spoken(card), "")) : [none()]));
  }

  /** What has become of a card of the deck by now: [class, words, mark]. */
  function status(card) {
    if (card.left !== null && card.left <= now) {
      if (card.how === "played") return ["is-played", "played", "\u2713"];
      if (card.how === "gone before") return ["is-before", "gone before", "\u2013"];
      return ["is-gone", card.how, "\u00d7"];
    }
    if (card.drawn !== null && card.drawn <= now) {
      return ["is-held", `in the hand of ${data.names[card.seat]}`, "\u25a1"];
    }
    return ["in-pile", "in the draw pile", ""];
  }

  function drawDeck() {
    $("deck").replaceChildren(
      ...data.deck.map((card) => {
        const [name, words, mark] = status(card);
        const item = chip(card, name, `${spoken(card)}: ${words}`, mark);
        item.title = words;
        return item;
      }),
    );
  }

  const START = data.first_turn === 1 ? "The start" : `Before turn ${data.first_turn}`;

  /** What is said of a state: the move, whether a point was lost, how it ends, what comes next. */
  function wordsOf(number) {
    const state = data.states[number];
    const drop = state.move && state.move.drop;
    const isEnd = state.seat === null || (number === last && !isHidden && last > 0);
    const next = !isHidden && number < last ? data.states[number + 1].move : null;
    const who = data.names[state.seat];
    return {
      said: state.move ? state.move.said : `${START}.`,
      fell: drop ? `\u25bc The best score in reach fell from ${drop.before} to ${drop.after} by this move.` : "",
      ended: isEnd ? data.ending : "",
      next: isEnd ? "" : next ? `Next: ${next.deed}.` : `${who} is to move.`,
    };
  }

  function write(block, words) {
    for (const [name, text] of Object.entries(words)) {
      const part = block.querySelector(`.${name}`);
      part.textContent = text;
      part.hidden = !text;
    }
  }

  function drawWords() {
    const turn = data.first_turn - 1 + now;
    $("when").textContent = isHidden || last === 0 ? "" : now ? `after turn ${turn} of ${data.first_turn - 1 + last}` : START;
    write($("words"), wordsOf(now));
  }

  /** Keep the room of the longest words, so that the board below stays where it is from turn to turn. */
  function reserveRoom() {
    const block = $("words");
    const probe = block.cloneNode(true);
    probe.querySelectorAll("*").forEach((part) => {
      for (const name of ["id", "role", "aria-live", "aria-atomic"]) part.removeAttribute(name);
    });
    probe.removeAttribute("id");
    probe.setAttribute("aria-hidden", "true");
    probe.classList.add("probe");
    block.style.minHeight = "";
    block.after(probe);
    let most = 0;
    for (let number = isHidden ? last + 1 : 0; number <= last; number += 1) {
      write(probe, wordsOf(number));
      most = Math.max(most, probe.offsetHeight);
    }
    probe.remove();
    block.style.minHeight = `${most}px`;
  }

  function drawProgress(state) {
    const slider = $("turn");
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", now ? `after turn ${state.move.turn}` : "start");
    // Not `disabled`, which would take the focus away from under the fingers.
    for (const id of ["first", "back"]) $(id).setAttribute("aria-disabled", String(now === 0));
    for (const id of ["last", "ahead"]) $(id).setAttribute("aria-disabled", String(now === last));
    const chart = $("chart");
    const x = Number(chart.dataset.left) + now * Number(chart.dataset.step);
    $("chart-now").setAttribute("transform", `translate(${x} 0)`);
    const rows = document.querySelectorAll("#moves tbody tr");
    rows.forEach((row, at) => {
      if (at === now - 1) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    const box = document.querySelector(".scroll");
    const row = rows[Math.max(now - 1, 0)];
    if (row && box) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }

  function go(number) {
    now = Math.min(Math.max(number, 0), last);
    const state = data.states[now];
    const next = !isHidden && now < last ? data.states[now + 1].move : null;
    drawStacks(state, state.move);
    drawCounts(state);
    drawHands(state, next, state.move);
    drawPiles(state);
    drawDeck();
    drawWords();
    drawProgress(state);
  }

  /** Scroll to the board, unless what is said there can be seen. */
  function showBoard() {
    const { top, bottom } = $("words").getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight - $("controls").offsetHeight) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    $("board").scrollIntoView({ block: "start", behavior: isCalm ? "auto" : "smooth" });
  }

  function reveal() {
    isHidden = false;
    // Where there is nothing to step through, only what is said of the solution is shown.
    document.querySelectorAll(last ? ".solution" : ".summary").forEach((part) => {
      part.hidden = false;
    });
    document.querySelector(".ask").hidden = true;
    go(0);
    reserveRoom();
    $(last ? "turn" : "board").focus({ preventScroll: true });
    $(last ? "board" : "summary").scrollIntoView({ block: "start" });
  }

  /** Whether a focused box would scroll by a key itself. */
  function isScrolling(target, key) {
    const box = target instanceof Element && target.matches(".scroll") ? target : null;
    if (!box) return false;
    return key.startsWith("Arrow") ? box.scrollWidth > box.clientWidth : box.scrollHeight > box.clientHeight;
  }

  const KEYS = { ArrowLeft: () => now - 1, ArrowRight: () => now + 1, Home: () => 0, End: () => last };
  document.addEventListener("keydown", (event) => {
    const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (isHidden || last === 0 || isOther || !(event.key in KEYS) || isScrolling(event.target, event.key)) return;
    event.preventDefault();
    go(KEYS[event.key]());
  });
  document.documentElement.classList.remove("no-script");
  const handSize = Math.max(...data.states[0].hands.map((hand) => hand.length));
  $("hands").classList.add(handSize > 4 ? "long" : handSize > 3 ? "of-4" : "of-3");
  $("turn").max = String(last);
  $("turn").addEventListener("input", () => go(Number($("turn").value)));
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(now - 1));
  $("ahead").addEventListener("click", () => go(now + 1));
  $("last").addEventListener("click", () => go(last));
  $("reveal").addEventListener("click", reveal);
  document.querySelectorAll("[data-go]").forEach((button) => {
    button.addEventListener("click", () => {
      go(Number(button.dataset.go));
      showBoard();
    });
  });
  go(0);
  let width = 0;
  new ResizeObserver(() => {
    // The room itself changes the height only.
    if ($("words").offsetWidth === width) return;
    width = $("words").offsetWidth;
    reserveRoom();
  }).observe($("words"));
})();
