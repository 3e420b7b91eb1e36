// The content security policies of our pages: each page loads only its own files, and no text on it can run as a script.

interface Allowed {
  /** Replaces `'self'` for styles. */
  readonly style?: string;
  readonly images?: string;
  /** Allowed targets of forms. Default: none. */
  readonly forms?: "'self'";
}

export function pagePolicy({ style = "'self'", images = "'self'", forms }: Allowed = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "connect-src 'self'",
    `img-src ${images}`,
    `form-action ${forms ?? "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For pages whose scripts never turn text into markup. */
export const NO_MARKUP = "; require-trusted-types-for 'script'; trusted-types 'none'";
