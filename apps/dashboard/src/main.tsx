import './styles/tokens.css';
import './styles/reset.css';
import './styles/motion.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { applyTheme } from './data/preferences.js';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
createRoot(root).render(<App />);
