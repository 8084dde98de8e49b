const base = { url: '' };

/** Sets the base URL of links in mails (PUBLIC_URL). Called once at startup. */
export function setBaseUrl(publicUrl: string): void {
  base.url = publicUrl.replace(/\/$/, '');
}

/** The absolute URL of a page of the portal. */
export const absoluteUrl = (path: string): string => `${base.url}${path}`;
