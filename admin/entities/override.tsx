import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import type { Override } from '../generate/override.ts';
import { DeletePage } from './DeletePage.tsx';
import { Members } from './Members.tsx';

export const entities: Override<'Entity'> = { icon: AccountTreeOutlined, below: Members, deletePage: DeletePage };
