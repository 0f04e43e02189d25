import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { HttpContext } from './http-context.ts';

/** Replaced by the nonce of the request in served pages. */
export const noncePlaceholder = '__CSP_NONCE__';

const commonHeaders = {
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

/**
 * Returns constant headers for API responses. They allow nothing, because responses are never shown
 * as pages.
 */
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

/** For pages and their files, including pages below /api. */
export function pageHeaders(publicUrl: string, apiPages: ReadonlySet<string>): MiddlewareHandler {
  const onPages = secureHeaders({
    ...commonHeaders,
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
    return path.startsWith('/api/') && !apiPages.has(path) ? next() : onPages(c, next);
  };
}

/**
 * For foreign HTML: no scripts, no origin, only in frames of our pages. Must be registered before the
 * general headers, which it overrides.
 */
export function sandboxHeaders(publicUrl: string): MiddlewareHandler {
  return secureHeaders({
    ...commonHeaders,
    strictTransportSecurity: transportSecurityOf(publicUrl),
    xFrameOptions: 'SAMEORIGIN',
    // Browsers refuse an opener policy for sandboxed documents.
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

/** For uploaded files: browsers must neither run nor show them in our origin. */
export function fileHeaders(publicUrl: string): MiddlewareHandler {
  return secureHeaders({
    ...commonHeaders,
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
