/** Status of one part of the product: whether it needs attention, and why. */
export interface Part {
  state: 'good' | 'attention';
  says: string;
}

export const good = (says: string): Part => ({ state: 'good', says });
export const attention = (says: string): Part => ({ state: 'attention', says });
