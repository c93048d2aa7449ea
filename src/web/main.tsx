import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './mantine-styles.ts';
import { askEarly } from './api/client.ts';
import { App } from './App.tsx';
import { registerWorker } from './offline/register-worker.ts';
import { firstUnits, nextUnitsPath } from './outbox/next-units-path.ts';
import { readPlace } from './router.ts';
import { scenes } from './scenes.ts';
import { styleNonce } from './style-nonce.ts';

// The scroll lock behind dialogs reads the nonce for its styles here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

// Loads the code of the scene, and what every scene or judging begins with, at the same time.
const { name, params } = readPlace(location.href);
askEarly('/api/session');
if (name === 'annotate') askEarly('/api/me/work', nextUnitsPath(params['run']!, firstUnits, null));
if (name !== null) scenes[name].preload();

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
registerWorker();
