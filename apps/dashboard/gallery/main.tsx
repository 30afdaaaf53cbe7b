/**
 * Every part in every state, for axe, screenshots and eyes. Never part of a release. In dev it is
 * at `/gallery/`; `?theme=dark` shows it in that theme.
 */
import '../src/styles/tokens.css';
import '../src/styles/reset.css';
import '../src/styles/motion.css';
import { createRoot } from 'react-dom/client';
import { common } from '../src/text/common.js';
import { KitProvider } from '../src/ui/kit.js';
import { CanvasPage } from './canvas-page.js';
import { Gallery } from './gallery.js';
import { VersionPage } from './sections/versions.js';

const asked = new URLSearchParams(window.location.search);
const theme = asked.get('theme');
const canvas = asked.get('canvas');
const version = asked.get('version');
if (theme !== null) document.documentElement.dataset['theme'] = theme;

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <KitProvider words={common.kit} follow={(href) => window.location.assign(href)}>
      {version !== null ? (
        <VersionPage name={version} />
      ) : canvas === null ? (
        <Gallery />
      ) : (
        <CanvasPage
          name={canvas}
          controlZoom={asked.get('control')}
          isEdited={asked.has('edited')}
        />
      )}
    </KitProvider>,
  );
