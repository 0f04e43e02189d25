import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { HttpContext } from './http-context.ts';

/** Stands in served pages where the nonce of the request belongs. */
export const noncePlaceholder = '__CSP_NONCE__';

const general = {
  referrerPolicy: 'no-referrer',
  crossOriginResourcePolicy: 'same-origin',
  permissionsPolicy: {
    accelerometer: false,
    browsingTopics: false,
    camera: false,
    displayCapture: false,
    geolocation: false,
    gyroscope: false,
    magnetometer: false,
    microphone: false,
    midi: false,
    payment: false,
    serial: false,
    usb: false,
    xrSpatialTracking: false,
  },
};

/** For answers of the API, which no browser shows as a page: always the same, and nothing is allowed. */
export function apiHeaders(publicUrl: string): Record<string, string> {
  const transportSecurity = transportSecurityOf(publicUrl);
  return {
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'no-referrer',
    ...(transportSecurity && { 'Strict-Transport-Security': transportSecurity }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

/** For everything else: pages, their files, and those few below /api that are pages. */
export function pageHeaders(publicUrl: string, pagesOfApi: ReadonlySet<string>): MiddlewareHandler {
  const onPages = secureHeaders({
    ...general,
    strictTransportSecurity: transportSecurityOf(publicUrl),
    xFrameOptions: 'DENY',
    crossOriginOpenerPolicy: 'same-origin',
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", NONCE],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      frameSrc: ["'self'"],
      baseUri: ["'none'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
    },
  });
  return (c, next) => {
    const { path } = c.req;
    return path.startsWith('/api/') && !pagesOfApi.has(path) ? next() : onPages(c, next);
  };
}

/**
 * For HTML written by others: no script, no origin, shown only in a frame of our own pages.
 * To be registered before the general headers, whose values it replaces.
 */
export function sandboxHeaders(publicUrl: string): MiddlewareHandler {
  return secureHeaders({
    ...general,
    strictTransportSecurity: transportSecurityOf(publicUrl),
    xFrameOptions: 'SAMEORIGIN',
    // Browsers refuse a sandboxed document that asks for an opener policy.
    crossOriginOpenerPolicy: 'unsafe-none',
    contentSecurityPolicy: {
      sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      imgSrc: ['data:', 'https:'],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'self'"],
    },
  });
}

/** For files that people uploaded: whatever they hold, a browser runs and shows nothing of it here. */
export function fileHeaders(publicUrl: string): MiddlewareHandler {
  return secureHeaders({
    ...general,
    strictTransportSecurity: transportSecurityOf(publicUrl),
    xFrameOptions: 'DENY',
    crossOriginOpenerPolicy: 'unsafe-none',
    contentSecurityPolicy: { sandbox: [], defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  });
}

export function withNonce(c: HttpContext, page: string): string {
  return page.replaceAll(noncePlaceholder, c.get('secureHeadersNonce') ?? '');
}

function transportSecurityOf(publicUrl: string): string | false {
  return publicUrl.startsWith('https:') && 'max-age=31536000; includeSubDomains';
}
