/** One part of the product: whether somebody should look after it, and why, in plain words. */
export interface Part {
  state: 'good' | 'attention';
  says: string;
}

export const good = (says: string): Part => ({ state: 'good', says });
export const attention = (says: string): Part => ({ state: 'attention', says });
