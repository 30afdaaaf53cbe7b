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
import { Gallery } from './gallery.js';

const theme = new URLSearchParams(window.location.search).get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <KitProvider words={common.kit} follow={(href) => window.location.assign(href)}>
      <Gallery />
    </KitProvider>,
  );
