// Loaded into every process that is recorded, before its program: the clock stands still, so that dates, ages and durations are the
// same in every run. Timers run on, and so does `performance.now`.
const now = Date.parse(process.env.RECORDED_AT ?? '');

Date.now = () => now;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now] : args, newTarget),
});
