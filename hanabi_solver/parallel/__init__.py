"""Many jobs on several processes, answered in order or as they are done; and items read ahead on a
thread.

Here belongs what starts, asks and ends processes and threads. Not here: what a job is; it is passed
in as a function.

Who runs where, and who may touch what:

- *The caller's thread* iterates over the answers. It alone takes jobs out of `delivery.InOrder` or
  `delivery.AsDone`, watches `stop`, and reports progress. It never touches a worker.
- *The reader* (`read_ahead`, one daemon thread) is the only one that uses the iterable of
  questions. It waits for room (a semaphore, released by the caller's thread with each answer), puts
  each job into the queue of the delivery, and then into the queue of the crew.
- *One thread for each process* (`pool._Crew`) takes jobs from the crew's queue, asks its own worker
  and sets the job's future. The connection of a worker is used by this thread alone. The crew's
  lock guards its counters and the set of workers, which `close` kills from the caller's thread; a
  killed worker shows as the end of its connection.
- *The processes* (`worker`) are started afresh (spawn), never forked: forks and threads do not mix.
  They ignore Ctrl-C, which is for the parent, and end when the parent does.

Questions, the function and answers are pickled; nothing else is shared. Queues and futures are the
only ways from one thread to another.
"""
