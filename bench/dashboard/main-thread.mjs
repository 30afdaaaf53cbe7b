/** CPU of a page's main thread for each step of the mouse, without what the idle page needs. */
import { nextFrame } from './editors.mjs';

/** Other work on the machine counts little in it. */
export async function cpuMs(session, work) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

/**
 * The button is held along a path that ends where it began; the first round warms up.
 * @param {{ x: number, y: number }} from
 * @param {(part: number) => { x: number, y: number }} path by 0 to 1
 */
export async function stepMs({ page, session }, { from, path, button, steps }) {
  const round = async (isMoving) => {
    for (let step = 1; step <= steps; step += 1) {
      const { x, y } = path(step / steps);
      if (isMoving) await page.mouse.move(from.x + x, from.y + y);
      await nextFrame(page);
    }
  };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await round(true);
  const moving = await cpuMs(session, () => round(true));
  await page.mouse.up({ button });
  const idle = await cpuMs(session, () => round(false));
  return (moving - idle) / steps;
}
