import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Product } from '#schemas/generated/types.ts';
import { listOf } from '../../api/queries.ts';
import { useDebounced } from '../../lists/useDebounced.ts';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import { LabeledInput } from '../../look/Field.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import styles from './AddProductDialog.module.css';

/** The largest page of the API (design 3). */
const maxProducts = 200;

/** The product picker: the products that the person may order (design 4), by group, with a filter. */
export function AddProductDialog({ onAdd, onClose }: { onAdd: (product: Product) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const first = useQuery(listOf('products', { limit: maxProducts, sort: 'group,name' }));
  // If not all products fit on one page, search on the server.
  const isLong = (first.data?.pagination.total ?? 0) > maxProducts;
  const search = useDebounced(text.trim());
  const searchResult = useQuery({
    ...listOf('products', { limit: maxProducts, sort: 'group,name', search }),
    enabled: isLong && search !== '',
  });
  const isFinding = isLong && text.trim() !== '';
  const products = isFinding ? searchResult : first;
  const all = products.data?.results ?? [];
  const groups = groupProducts(all, isFinding ? '' : text);
  return (
    <Dialog title="Add a product" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className={styles.find}>
        <LabeledInput
          label="Find a product"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {products.isPending && <Skeleton lines={5} />}
      {products.error && <LoadError error={products.error} onRetry={() => void products.refetch()} />}
      {products.data && groups.length === 0 && <p>{text ? 'No results.' : "You don't have access to any products."}</p>}
      {isLong && !isFinding && <p className={styles.note}>Showing the first {maxProducts}. Type to find others.</p>}
      {groups.map(({ group, items }) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.group}>{group}</h3>
          <ul className={styles.products}>
            {items.map((product) => (
              <li key={product.id} className={styles.product}>
                <span className={styles.text}>
                  <span className={styles.name}>{product.name}</span>
                  {product.description && <span className={styles.note}>{product.description}</span>}
                  {product.includedProducts.some(({ min }) => min > 0) && (
                    <span className={styles.note}>{`Includes ${includedText(product, all)}`}</span>
                  )}
                </span>
                <Button aria-label={`Add ${product.name}`} onClick={() => onAdd(product)}>
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

type ProductGroup = { group: string; items: Product[] };

/** Groups products, keeping their order. Only those whose name, key, group or description contains the text. */
export function groupProducts(products: readonly Product[], text: string): ProductGroup[] {
  const needle = text.trim().toLowerCase();
  const groups = new Map<string, Product[]>();
  for (const product of products) {
    const group = product.group || 'Other';
    const isFound = [product.name, product.key, group, product.description ?? ''].some((each) =>
      each.toLowerCase().includes(needle),
    );
    if (isFound) groups.set(group, [...(groups.get(group) ?? []), product]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}

/**
 * Describes what a product includes: '1 × Hosting, 2 × Page copy'. Products that the person may not read are only
 * counted.
 */
export function includedText(
  { includedProducts }: Pick<Product, 'includedProducts'>,
  products: readonly Product[],
): string {
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const counted = includedProducts.filter(({ min }) => min > 0);
  const readable = counted.filter(({ productId }) => names.has(productId));
  const unnamed = counted.length - readable.length;
  const texts = readable.map(({ productId, min }) => `${min} × ${names.get(productId)}`);
  const more = texts.length > 0 ? `${unnamed} more` : unnamed === 1 ? '1 other product' : `${unnamed} other products`;
  return [...texts, ...(unnamed > 0 ? [more] : [])].join(', ');
}
