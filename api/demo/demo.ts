/** Fills the database with the demo agency. */
export async function fillDemo(_options: { orders?: number }): Promise<void> {}
