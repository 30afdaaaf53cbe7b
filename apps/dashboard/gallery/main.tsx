/** Every component in every state, for axe, screenshots and eyes. Never part of a release. */
import '../src/styles/tokens.css';
import '../src/styles/reset.css';
import '../src/styles/motion.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.js';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery />);
