"""The campaign: trials too long for `make test`, run in parts that are done once and remembered (`make campaign`).

A trial (`trials.py`) is a test that takes a `part`: where its chance starts and how much to do. The runner
(`runner.py`) runs one part after another, each in a process of its own, and writes down what it did; the report
(`report.py`) says what was wanted, what was reached, and what was found.
"""
