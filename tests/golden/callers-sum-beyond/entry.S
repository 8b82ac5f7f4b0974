.globl start
start:
    call run_task
