/**
 * Memory shared by the watched thread and the reporting thread: single numbers, then the last long
 * turns.
 */
const size = 512;
const width = 4;
const first = 8;

export const fields = { tickAt: 0, heap: 1, written: 2, bytes: (first + size * width) * 8 };

/** Turns below both limits are not recorded. */
export const noted = { wallMs: 40, cpuMs: 40 };

export function ring(slots) {
  let read = 0;
  return {
    write: ({ at, wallMs, cpuMs, gcMs }) => {
      const written = slots[fields.written];
      slots.set([at, wallMs, cpuMs, gcMs], first + (written % size) * width);
      slots[fields.written] = written + 1;
    },
    /** Everything written since the last call. */
    take: () => {
      const taken = [];
      const written = slots[fields.written];
      for (read = Math.max(read, written - size); read < written; read += 1) {
        const at = first + (read % size) * width;
        const [start, wallMs, cpuMs, gcMs] = slots.subarray(at, at + width);
        taken.push({ at: start, wallMs, cpuMs, gcMs });
      }
      return taken;
    },
  };
}
