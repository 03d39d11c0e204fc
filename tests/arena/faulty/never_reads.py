import time

input()
print("ready 1 deaf", flush=True)
time.sleep(60)
