raise SystemExit("no licence")
