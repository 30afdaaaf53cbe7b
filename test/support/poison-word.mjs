/**
 * Loaded into a process with --import: upper-casing the text 'exhaust the heap' exhausts the heap.
 * Stands for any engine fault that one execution can trigger.
 */
const upperCased = String.prototype.toUpperCase;

// The expression evaluator calls this on the main thread.
String.prototype.toUpperCase = function toUpperCase() {
  if (String(this) === 'exhaust the heap') {
    const kept = [];
    for (;;) kept.push(new Array(1_000_000).fill({}));
  }
  return upperCased.call(this);
};
