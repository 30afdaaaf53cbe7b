/** An idle process: a turn that is late here is the machine's fault. */
setInterval(() => undefined, 1_000);
