"""Tables as Parquet files, written part by part so that memory stays flat (pyarrow, the extra `parquet`)."""

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.atomic import replacing
from hanabi_solver.solver.extras import install_command

_PART = 10_000


def check_parquet() -> None:
    """Raise InputError if pyarrow is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401 (only whether it is there)
    except ImportError as error:
        advice = f"install it: {install_command('parquet')}"
        raise InputError([Fault("--parquet", "expected the package pyarrow, got none", advice)]) from error


def write_parquet(path: Path, columns: Mapping[str, type], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows to a file, which appears once it is whole; raises InputError if it cannot be written."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {int: pa.int64(), float: pa.float64(), str: pa.string()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
    iterator = iter(rows)
    with replacing(path, "--parquet") as unfinished, pq.ParquetWriter(unfinished, schema) as writer:
        while part := list(islice(iterator, _PART)):
            writer.write_table(pa.Table.from_pylist([dict(row) for row in part], schema=schema))
