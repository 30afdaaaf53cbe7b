import { preview } from 'vite';
import { buildDashboard } from './scripts/build-dashboard.mjs';
import './scripts/import-sources.mjs';
const { openBrowser } = await import('./test/support/browser.ts');
const out = '/tmp/e-picker-gallery';
const [, , section, file, width = '1440', theme = 'light', skip] = process.argv;
if (skip !== 'skip') await buildDashboard(out, 'gallery');
const server = await preview({
  root: '/tmp',
  configFile: false,
  logLevel: 'warn',
  build: { outDir: 'e-picker-gallery' },
  preview: { port: 4655 },
});
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: Number(width), height: 900 } });
page.on('pageerror', (e) => console.log('ERR', e.message));
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
await page.goto(`${server.resolvedUrls.local[0]}?theme=${theme}`);
await page.getByRole('heading', { name: 'Gallery' }).waitFor();
await page.addStyleTag({
  content: `section:not([aria-label="${section}"]):has(> h2){display:none!important}`,
});
const el = page.getByRole('region', { name: section, exact: true });
await el.screenshot({ path: file });
await browser.close();
await server.close();
process.exit(0);
