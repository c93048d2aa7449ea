import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './mantine-styles.ts';
import { App } from './App.tsx';

const root = document.getElementById('root');
const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App styleNonce={nonce} />
    </StrictMode>,
  );
}
