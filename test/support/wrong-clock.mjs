/**
 * For `--import`: shifts this process's wall clock by CLOCK_OFFSET_MS. Clocks for durations
 * (`performance`, timers) stay correct.
 */
const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);
const Right = Date;
const rightNow = Right.now;

if (offsetMs !== 0) {
  Right.now = () => rightNow() + offsetMs;
  globalThis.Date = new Proxy(Right, {
    construct: (target, values, of) =>
      Reflect.construct(target, values.length === 0 ? [Right.now()] : values, of),
    apply: (target) => new target(Right.now()).toString(),
  });
}
