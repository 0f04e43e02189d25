interface VariableText {
  text: string;
  /** Default value. */
  value?: string;
}

/** Texts for docs/settings.md and .env.example (`npm run docs`). */
export const variableTexts: Readonly<Record<string, Readonly<Record<string, VariableText>>>> = {
  Service: {
    NODE_ENV: {
      value: 'development',
      text: '`development`, `test` or `production`; production refuses a generated master key, captured mail and mock payments.',
    },
    PORT: { value: '3000', text: 'Port of the HTTP server.' },
    HOST: {
      text: 'Address to listen on. Default: all; with captured mail or mock payments 127.0.0.1, and only loopback is accepted.',
    },
    PUBLIC_URL: {
      value: 'http://localhost:3000',
      text: 'Public address, for links, cookies and the allowed origin. Required in production.',
    },
    TRUSTED_PROXIES: {
      text: 'Comma-separated addresses or networks whose `X-Forwarded-For` is trusted.',
    },
    DATA_DIR: {
      value: './data',
      text: 'Folder of the embedded PostgreSQL, files without S3, generated key and captured mail.',
    },
    RUN_JOBS: {
      value: 'true',
      text: '`false` leaves the jobs to workers; needs `DATABASE_URL`.',
    },
    LOG_LEVEL: {
      value: 'info',
      text: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    },
  },
  Product: {
    SUPPORT_EMAIL: {
      text: 'Mailbox of the support; mails and pages name it. Required in production.',
    },
    OPERATOR: {
      text: 'The legal entity, in one line, as documents and `/welcome` name it.',
    },
    ACTIVATION_MODE: {
      value: 'direct',
      text: '`direct`: contacts start by paying. `verified`: operators review documents first.',
    },
    MAX_TRUSTED_CONTACTS: {
      value: '3',
      text: 'Trusted contacts per owner; 0 means no limit.',
    },
  },
  Database: {
    DATABASE_URL: {
      text: '`postgres://user:password@host:5432/database`, version 15 or newer. Unset: the embedded PostgreSQL.',
    },
    DATABASE_DIRECT_URL: {
      text: 'The server itself behind a pooler; for jobs, migrations and commands.',
    },
  },
  Keys: {
    MASTER_KEY_FILE: {
      text: 'File with the master key, such as of `openssl rand -base64 32`, with mode 600 or stricter. Required in production; otherwise generated under `DATA_DIR/keys`.',
    },
  },
  Mail: {
    SMTP_URL: {
      text: '`smtps://user:password@host:465` or `smtp://…:587`. Required in production; unset, mail is captured at `/dev/mailbox`.',
    },
    MAIL_FROM: { value: 'Завет <zavet@localhost>', text: 'Sender of all mails.' },
    DKIM_SELECTOR: {
      text: 'Name of the DKIM key, such as zavet2026. The domain of `MAIL_FROM` signs.',
    },
    DKIM_PRIVATE_KEY_FILE: { text: 'File with its RSA key in PEM.' },
    BOUNCE_IMAP_URL: {
      text: 'Mailbox of delivery reports: `imaps://user:password@host/folder`.',
    },
    BOUNCE_DOMAIN: {
      text: 'Domain of delivery reports; needs `BOUNCE_PORT` or `BOUNCE_IMAP_URL`.',
    },
    BOUNCE_PORT: {
      text: 'SMTP port of the process with jobs, for reports to that domain: `2525` on loopback, or `0.0.0.0:2525`.',
    },
    BOUNCE_TLS_FILE: { text: 'Certificate and its key in PEM, for STARTTLS on this port.' },
  },
  Files: {
    S3_ENDPOINT: {
      text: 'S3 service for the sealed files; with bucket and both keys. Unset: `DATA_DIR/objects`.',
    },
    S3_REGION: { value: 'us-east-1', text: 'Its region.' },
    S3_BUCKET: { text: 'An existing bucket.' },
    S3_ACCESS_KEY_ID: { text: 'Access key.' },
    S3_SECRET_ACCESS_KEY: { text: 'Secret key.' },
  },
  Payments: {
    PAYMENTS: {
      value: 'mock',
      text: '`yookassa`, or `mock` (loopback only, not in production). Unset in production: nothing can be bought.',
    },
    YOOKASSA_SHOP_ID: { text: 'Number of the shop.' },
    YOOKASSA_SECRET_KEY: { text: 'Secret key of the shop.' },
    YOOKASSA_API_URL: {
      value: 'https://api.yookassa.ru/v3',
      text: 'Address of the provider; https in production.',
    },
    YOOKASSA_VAT_CODE: {
      value: '11',
      text: 'Code of the tax rate on receipts, 1 (none) to 12; 11 is 22 %.',
    },
  },
  Assistant: {
    AI_BASE_URL: {
      text: 'A chat-completions service; in production https or loopback. Unset: the built-in drafting guide.',
    },
    AI_API_KEY: { text: 'Its key, if it needs one.' },
    AI_MODEL: { text: 'Its model; required with `AI_BASE_URL`.' },
  },
  'Connected mailboxes': {
    MAILBOX_ALLOWED_HOSTS: {
      text: 'Mail servers that need not be public, as comma-separated `host:port`.',
    },
  },
  Monitoring: {
    METRICS_PORT: {
      text: 'Port for `/metrics`, `/api/live` and `/api/ready`: `9464` on loopback, or `0.0.0.0:9464`. The only port of a worker.',
    },
    METRICS_TOKEN: {
      text: 'Bearer token of monitors; required unless `METRICS_PORT` is on loopback. Without `METRICS_PORT`, `/metrics` is on `PORT`.',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      text: 'OpenTelemetry collector (OTLP over HTTP); unset: no traces. `OTEL_EXPORTER_OTLP_…` and `OTEL_BSP_…` apply.',
    },
  },
};
