/** Status of one part of the product: whether it needs attention, and why. */
export interface PartStatus {
  state: 'good' | 'attention';
  says: string;
}

export const good = (says: string): PartStatus => ({ state: 'good', says });
export const needsAttention = (says: string): PartStatus => ({ state: 'attention', says });
