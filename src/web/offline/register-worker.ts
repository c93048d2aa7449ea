/**
 * Has the browser keep the pages for when there is no connection. Begins when the page has long
 * been shown, so that the first load does not wait for it.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const begin = (): void => {
    setTimeout(() => {
      // Refused in private windows of some browsers, and where the way is not safe: everything else
      // works without.
      navigator.serviceWorker.register('/service-worker.js').then(offerPage, () => undefined);
    }, pause);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

const pause = 1500;

/**
 * Tells a newer version that waits what this page loaded: if that is its own, it need not wait for
 * the page to be closed.
 */
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
