import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './mantine-styles.ts';
import { App } from './App.tsx';
import { registerWorker } from './offline/register-worker.ts';
import { readPlace } from './router.ts';
import { scenes } from './scenes.ts';
import { styleNonce } from './style-nonce.ts';

// The scroll lock behind dialogs reads the nonce for its styles here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

// Loads the code of the scene while the session is being checked.
const { name } = readPlace(location.href);
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
