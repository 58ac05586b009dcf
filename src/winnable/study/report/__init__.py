"""The report of a study: what was asked, what was found, and how it compares with what is known.

`figures`, `distribution` and `comparison` compute; `charts` draws; the sections say it, in one
document; `html` and `markdown` render that; `writer` puts it together and writes the files.
"""

from winnable.study.report.writer import ReportPaths, build_report, write_report

__all__ = ["ReportPaths", "build_report", "write_report"]
