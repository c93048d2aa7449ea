/** Registers the service worker for offline use, long after the first load. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const begin = (): void => {
    setTimeout(() => {
      // Not allowed in some private windows and on insecure addresses; the rest works.
      navigator.serviceWorker.register('/service-worker.js').then(offerPage, () => undefined);
    }, pause);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

const pause = 1500;

/** Sends a waiting version the script that this page loaded; if it is its own, it takes over. */
function offerPage(registration: ServiceWorkerRegistration): void {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (script === null) return;
  const offer = (): void => registration.waiting?.postMessage(new URL(script.src).pathname);
  offer();
  registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  );
}
