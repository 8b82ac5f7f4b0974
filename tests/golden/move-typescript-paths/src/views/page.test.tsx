import { Page } from './page'

vi.mock('./page', () => ({ Page: () => null }))
