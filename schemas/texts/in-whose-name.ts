/** Who did it, and for whom: 'Ann for Bob' where Ann acted for Bob, else 'Bob'. The one wording for history, mails and lists. */
export const inWhoseName = (user: string, actor?: string | null): string => (actor ? `${actor} for ${user}` : user);
