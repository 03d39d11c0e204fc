"""Compare a student's file with the classroom: `python -m dropfour.classroom.check FILE`.

The file is run in a process of its own, under limits of time, memory and output (`process`, and on
the other side `worker` with its `probes`). The questions and the right answers stay here: one
module for each assignment, which the student's code never meets.
"""
