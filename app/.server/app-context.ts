import type { Logger } from 'pino'
import type { Product } from '#app/domain/catalog/product.ts'
import type { ShopTexts } from '#app/domain/content/shop-texts.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import type { PasswordCost } from './auth/crypto.ts'
import type { Config } from './config.ts'
import type { ContentSite } from './content/site/content-site.ts'
import type { EmailGateway } from './emails/gateway/email-gateway.ts'
import type { LabelGateway } from './fulfillment/gateway/label-gateway.ts'
import type { FeedOutcome, GoldFeed } from './gold-price/feeds/gold-feed.ts'
import type { PictureMaker } from './media/picture-maker.ts'
import type { PaymentGateway } from './payments/gateway/payment-gateway.ts'
import type { Database } from './platform/db/database.ts'
import type { OwnRevisions } from './platform/db/revisions/revisions.ts'
import type { RecentError } from './platform/log.ts'
import type { MediaFiles } from './platform/media-files.ts'
import type { VisitCounter } from './visits/visit-counter.ts'

/**
 * The whole shop's connections to the world, made once by `createApp` and handed to every query,
 * operation and job. Nothing else is shared, and nothing is global but who the shop is (`brand`).
 */
export type AppContext = {
  config: Config
  log: Logger
  /** The clock; tests hand in one that can be moved. */
  now: () => Date
  /**
   * Throws DatabaseUnavailable in catalog-only mode (DATABASE_URL=none), and until a configured
   * database is first reached.
   */
  db: Database
  /** Made into the data folder or given: signs quotes. Purposes derive their own keys from it. */
  secret: string
  /** Those before it, which still read what they made [SECRET-03]. */
  olderSecrets: readonly string[]
  /** What a password costs to hash; tests hand in a low one. */
  passwordCost: PasswordCost
  goldFeeds: readonly GoldFeed[]
  payments: PaymentGateway | null
  /** Sells labels of carriers; null: staff type the tracking number [LABEL-01]. */
  labels: LabelGateway | null
  /** null: emails are kept and shown in the admin area. */
  mail: EmailGateway | null
  /** Where the journal is written; null: the posts of content/journal are used [D31]. */
  contentSite: ContentSite | null
  /** Where the files of uploaded pictures are. */
  mediaFiles: MediaFiles
  pictureMaker: PictureMaker
  /** Uploads of which a part is being taken in this process, by their key. */
  uploads: Map<string, Promise<unknown>>
  /** Origin of every absolute address, e.g. https://shop.example; set once the port is known. */
  publicUrl: string
  /** What is known of changes to what public pages show, in this process or another. */
  revisions: OwnRevisions
  /** Views and carts that are counted and not stored yet. */
  visits: VisitCounter
  /** Aborted when the shop closes: streams end, jobs stop. */
  closing: AbortSignal
  /** Drafts in place of what is published, while one is looked at before it is. */
  previewTexts?: ShopTexts
  /** The last good reads, used while the database is unavailable [D19, DATA-25]. */
  cache: AppCache
}

/** Every product as last read; see catalog/queries/cached-catalog.ts. */
export type CachedCatalog = {
  /** Of the catalog when the reading began: what came later may be missing. */
  revision: number
  /** Newest first. */
  onSale: readonly Product[]
  /** Hidden ones too. */
  byId: ReadonlyMap<string, Product>
  /** By id, in the order of the list. */
  versions: ReadonlyMap<string, string>
}

export type AppCache = {
  /** null until it was first read. */
  catalog: CachedCatalog | null
  goldPrice: GoldPrice | null
  /** The last correction of the gold price by staff, and the id of the price, as of `goldPrice`. */
  goldCorrectedAt?: Date | null
  goldPriceId?: number | null
  /** What staff published; see content/current-texts.ts. */
  texts?: ShopTexts
  /** Paths of the content site's posts, for the sitemap. */
  journalPaths?: readonly string[]
  /** The last application of the saved settings; see setup/apply-saved-settings.ts. */
  savedSettings?: Promise<void>
  /** When Stripe was last asked about an event whose signature did not fit; see payments/refused-webhook.ts. */
  askedOfRefusedWebhook?: Date
  /** How each gold feed's last call went, by its name: for the Debug tab [LIVE-04]. */
  feeds: Map<string, FeedOutcome>
  /** The last run of each job in this process, by its name. */
  jobs: Map<string, { at: Date; everyMs: number; failed: boolean }>
  /** What the page cache of this process holds, where it has one. */
  pages?: () => { pages: number; bytes: number }
  /** The last errors of this process, oldest first; see log.ts. */
  errors: RecentError[]
}
