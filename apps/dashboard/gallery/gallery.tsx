import { Toasts } from '../src/ui/toast.js';
import styles from './gallery.module.css';
import { Buttons } from './sections/buttons.js';
import { Canvases } from './sections/canvas.js';
import { Choices } from './sections/choices.js';
import { Codes } from './sections/code.js';
import { Categories, Data } from './sections/data.js';
import { Banners, Empty, Notices, Skeletons } from './sections/feedback.js';
import { TextFields } from './sections/fields.js';
import { Layers } from './sections/layers.js';
import { Layouts } from './sections/layout.js';
import { Lists } from './sections/lists.js';
import { Outlines } from './sections/outlines.js';
import { Payloads } from './sections/payloads.js';
import { Pickers } from './sections/pickers.js';
import { Statuses } from './sections/statuses.js';
import { Templates } from './sections/templates.js';

export function Gallery() {
  return (
    <main className={styles.gallery}>
      <header className={styles.head}>
        <h1>Gallery</h1>
      </header>
      <div className={styles.parts} id="parts">
        <Statuses />
        <Buttons />
        <Categories />
        <Data />
        <TextFields />
        <Choices />
        <Lists />
        <Layouts />
        <Layers />
        <Notices />
        <Banners />
        <Empty />
        <Skeletons />
        <Codes />
        <Payloads />
        <Pickers />
        <Outlines />
        <Templates />
        <Canvases />
      </div>
      <Toasts />
    </main>
  );
}
