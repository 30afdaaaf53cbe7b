import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
createRoot(root).render(<App />);
