/**
 * Loaded into a process with --import: a text that says so exhausts the heap when it is upper-cased. Stands for any fault of the
 * engine that one execution can trigger.
 */
const upperCased = String.prototype.toUpperCase;

// The evaluator of expressions calls it on the main thread.
String.prototype.toUpperCase = function toUpperCase() {
  if (String(this) === 'exhaust the heap') {
    const kept = [];
    for (;;) kept.push(new Array(1_000_000).fill({}));
  }
  return upperCased.call(this);
};
