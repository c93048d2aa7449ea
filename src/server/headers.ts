/** Headers of every API reply: data that may load nothing, be framed by nothing, or be cached. */
export function dataHeaders(tls: boolean): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(tls ? { 'strict-transport-security': tlsOnly } : {}),
  };
}

/**
 * Headers of the report of a release, beside the policy in the page itself: it may be shown inside
 * the workbench, runs as a stranger to it, and reaches nothing.
 */
export const reportHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    'sandbox allow-scripts allow-downloads',
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};

/** Headers of every page: scripts, styles and data only from here, and no framing. */
export function pageHeaders(tls: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Links with secrets must not leak.
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(tls ? { 'strict-transport-security': tlsOnly } : {}),
  };
}

const tlsOnly = 'max-age=31536000';

/** The content policy; a page that creates styles at run time gets a nonce for them. */
export function contentPolicy(styleNonce?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'`}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
