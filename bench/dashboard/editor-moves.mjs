/**
 * `node bench/dashboard/editor-moves.mjs [BLOCKS …]`: CPU of the main thread for each mouse step of
 * a drag and of a pan at zoom 1 in workflows of 500 and 1,000 blocks, in our editor and in n8n's.
 * STEPS (60). N8N=off.
 */
import { closeAll } from '../product.mjs';
import { cleanPage, holdOf, nextFrame, openEditors, printLoad, viewport } from './editors.mjs';
import { stepMs } from './main-thread.mjs';

const asked = process.argv.slice(2).map(Number);
const sizes = asked.length === 0 ? [500, 1_000] : asked;
const steps = Number(process.env.STEPS ?? 60);
const bar = 12;

const eight = (part) => {
  const turn = part * 2 * Math.PI;
  return { x: 160 * Math.sin(turn), y: 120 * Math.sin(2 * turn) };
};
const away = (part) => ({ x: -360 * Math.sin(part * Math.PI), y: -300 * Math.sin(part * Math.PI) });

/** A block with room around it. */
async function aBlock(page, editor, blocks) {
  const isAmid = ({ x, y }) =>
    x > 400 && x < viewport.width - 500 && y > 250 && y < viewport.height - 250;
  for (let at = 0; at < blocks; at += 1) {
    const hold = await holdOf(page, editor, `Step ${at}`);
    if (hold !== null && isAmid(hold)) return hold;
  }
  return null;
}

/** The row of a block, and the row below, leave ground between them. */
const groundBelow = ({ x, y }) => ({ x: x + 20, y: y + 100 });

async function measured(editor, blocks) {
  const { page, session, close } = await cleanPage(editor);
  try {
    await page.goto(editor.addresses[blocks][0]);
    await page.locator(editor.nodeSelector).first().waitFor({ state: 'attached' });
    await editor.zoomToOne(page);
    // The view glides.
    for (let frame = 0; frame < 60; frame += 1) await nextFrame(page);
    const hold = await aBlock(page, editor, blocks);
    if (hold === null) throw new Error(`${editor.name}: no block of ${blocks} is amid the view`);
    const move = { path: eight, from: hold, button: 'left', steps };
    const drag = await stepMs({ page, session }, move);
    const pan = await stepMs(
      { page, session },
      { path: away, from: groundBelow(hold), button: editor.panButton, steps },
    );
    return { drag, pan };
  } finally {
    await close();
  }
}

async function main() {
  const editors = await openEditors(sizes);
  for (const blocks of sizes) {
    printLoad();
    const found = {};
    for (const editor of editors) {
      try {
        found[editor.name] = await measured(editor, blocks);
      } catch (error) {
        console.log(`${blocks} blocks, ${editor.name}: ${error.message}`);
      }
    }
    for (const [name, { drag, pan }] of Object.entries(found))
      console.log(
        `${blocks} blocks, zoom 1, ${name}: drag ${drag.toFixed(1)} ms a step, ` +
          `pan ${pan.toFixed(1)} ms${name === 'ours' ? ` (bar: ${bar})` : ''}`,
      );
    const { ours, n8n } = found;
    if (ours && n8n)
      console.log(
        `n8n needs ${(n8n.drag / ours.drag).toFixed(1)} times as much for a drag, ` +
          `${(n8n.pan / ours.pan).toFixed(1)} times for a pan`,
      );
  }
}

try {
  await main();
} finally {
  await closeAll();
}
