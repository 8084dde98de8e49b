import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Product } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { TextField } from '../look/Field.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import styles from './AddProductDialog.module.css';
import { groupProducts } from './groupProducts.ts';

/** The products one may order (design 4), by group; what is typed narrows them. */
export function AddProductDialog({ onAdd, onClose }: { onAdd: (product: Product) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const products = useQuery(listOf('products', { limit: 200, sort: 'group,name' }));
  const groups = groupProducts(products.data?.results ?? [], text);
  return (
    <Dialog title="Add a product" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <TextField label="Find a product" type="search" value={text} onChange={(event) => setText(event.target.value)} />
      {products.isPending && <Skeleton lines={5} />}
      {products.error && <ErrorPlace error={products.error} onRetry={() => void products.refetch()} />}
      {products.data && groups.length === 0 && <p>{text ? 'Nothing found.' : 'No product is open to you.'}</p>}
      {groups.map(({ group, items }) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.group}>{group}</h3>
          <ul className={styles.products}>
            {items.map((product) => (
              <li key={product.id} className={styles.product}>
                <span className={styles.text}>
                  <span className={styles.name}>{product.name}</span>
                  {product.description && <span className={styles.note}>{product.description}</span>}
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
