import styles from '../../look/Banner.module.css';
import { Icon, type IconName } from '../../look/Icon.tsx';
import { useFormStore } from '../store/hooks.ts';
import own from './BannerView.module.css';
import { MarkdownText } from './MarkdownText.tsx';
import type { ViewProps } from './viewProps.ts';

const icons = {
  error: 'alert',
  warn: 'warn',
  info: 'info',
  success: 'check',
} as const satisfies Record<ViewProps<'banner'>['widget']['config']['status'], IconName>;

/** A banner in one of the four status colors (spec 9). It is part of the form's text, so it has no live region. */
export function BannerView({ widget, row }: ViewProps<'banner'>) {
  const store = useFormStore();
  const { status, borderStyle, showIcon, frameless, content } = widget.config;
  return (
    <div
      className={`${styles.banner} ${styles[status]} ${own.banner}`}
      id={store.elementId(widget, row)}
      style={{ borderStyle: frameless ? 'none' : borderStyle }}
    >
      {showIcon && <Icon name={icons[status]} />}
      <div className={styles.text}>
        {widget.meta.label && <p className={styles.title}>{widget.meta.label}</p>}
        <MarkdownText text={content} />
      </div>
    </div>
  );
}
