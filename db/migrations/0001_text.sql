-- The tables of the first release, one file for each area in the order they need each other. The database
-- itself refuses nonsense, also from an import or a person at a prompt. A file runs once and is never
-- changed after a release: a change is a new file after the last. Needs PostgreSQL 14 or newer with the
-- encoding UTF8.
-- breaking: programs from before the first release have other tables.

-- How text is compared and searched. None of these functions follows the locale of the server, so that a
-- search finds the same everywhere.

-- Plain lower() in the collation "C" folds A to Z; translate() folds the further letters of Latin-1,
-- Latin Extended-A, Greek and Cyrillic.
create function folded(value text) returns text
language sql immutable strict parallel safe
return translate(
  lower(value collate "C"),
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ',
  'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžαβγδεζηθικλμνξοπρστυφχψωάέήίόύώϊϋабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ'
);

-- Runs of blanks become one, those at the ends are removed.
create function single_spaced(value text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(value, '[ \t\n\r\f\v\u00a0]+', ' ', 'g'), ' ');

-- What a reader sees of HTML: without comments and tags, with the common entities decoded. Tags inside a
-- word leave no gap, all others separate words. &amp; is decoded last, so that &amp;lt; stays the text &lt;.
create function visible_text(html text) returns text
language sql immutable strict parallel safe
return single_spaced(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(html collate "C", '<!--.*?(?:-->|$)', '', 'g'),
        '</?(?:a|abbr|b|bdi|bdo|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:[ \t\n\r\f/](?:[^<>"'']|"[^"]*"|''[^'']*'')*)?>',
        '', 'gi'
      ),
      '<[/!?]?[a-z](?:[^<>"'']|"[^"]*"|''[^'']*'')*>',
      ' ', 'gi'
    ),
    '&nbsp;', ' '), '&#160;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', ''''),
    '&#39;', ''''), '&#x27;', ''''), '&ndash;', '–'), '&mdash;', '—'), '&lsquo;', '‘'),
    '&rsquo;', '’'), '&#8217;', '’'), '&ldquo;', '“'), '&rdquo;', '”'), '&hellip;', '…'),
    '&times;', '×'), '&deg;', '°'), '&frac12;', '½'), '&amp;', '&')
);

-- What people type is found however it is written: "Maker's" with a straight or a curly quote, "14-inch"
-- with any dash, "Zoë" as "zoe", ½ as 1/2, letters of full width, non-breaking spaces. The program folds
-- by the same rules (app/domain/text/fold.ts), and a test compares the two. Only functions that every
-- PostgreSQL and the embedded database have.
create function plain_signs(value text) returns text
language sql immutable strict parallel safe
return translate(value,
  '‘’‚‛ʹʻʼʽˈ′‵´՚׳＇｀`“”„‟«»‹›″‶〃״＂‐‑‒–—―−⁃─־﹘﹣－⁄∕×' || E'\u0085\u1680\u2028\u2029',
  repeat('''', 17) || repeat('"', 13) || repeat('-', 13) || repeat('/', 2) || repeat('x', 1) || repeat(' ', 4));

create function search_folded(value text) returns text
language sql immutable strict parallel safe
return single_spaced(case
  -- ASCII, which most texts are, in a fraction of the time.
  when octet_length(value) = char_length(value) then translate(lower(value collate "C"), '`', '''')
  else replace(replace(replace(replace(translate(translate(
    lower(plain_signs(regexp_replace(
      normalize(plain_signs(regexp_replace(regexp_replace(value,
        '[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1abd\u1dc0-\u1dff\u20d0-\u20dc\u20e1\u20e5-\u20f0\ufe20-\ufe2f]', '', 'g'),
        '([\u00bc-\u00be\u2150-\u215e\u2189])', ' \1', 'g')), NFKD),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1abd\u1dc0-\u1dff\u20d0-\u20dc\u20e1\u20e5-\u20f0\ufe20-\ufe2f]', '', 'g')) collate "C"),
    'ÆÐØÞĐĦŁŊŒŦẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҚҢҮҰҲҺӘӨ',
    'æðøþđħłŋœŧßαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғқңүұҳһәө'),
    'øłđðħıŧŋς', 'olddhitnσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
end);

-- Another name of search_folded().
create function without_accents(value text) returns text
language sql immutable strict parallel safe
return search_folded(value);

-- Order and tracking numbers are read aloud and pasted with and without their dashes and blanks.
create function without_gaps(value text) returns text
language sql immutable strict parallel safe
return regexp_replace(folded(value), '[- \t\n\r\f\v\u00a0]', '', 'g');

-- Digits of a phone number without an extension and without the country code 1.
create function phone_digits(value text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(regexp_replace(left(value, 40), '[x#;].*$', '', 'i'), '[^0-9]', '', 'g'),
  '^1(?=[0-9]{10}$)', '');

-- An email address is stored with its domain in ASCII (punycode): info@xn--mnchen-3ya.example. People read
-- and search for info@münchen.example. Both are one address. This decodes one label of a domain, by
-- RFC 3492, section 6.2.
create function from_punycode(input text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  letters bigint[] := '{}';
  dash int := length(input) - position('-' in reverse(input)) + 1;
  place int := 1;
  code bigint := 128;
  i bigint := 0;
  bias bigint := 72;
  before bigint;
  weight bigint;
  step bigint;
  least_digit bigint;
  digit bigint;
  delta bigint;
  count bigint;
begin
  if dash <= length(input) then
    letters := (select coalesce(array_agg(ascii(each)::bigint order by nth), '{}')
      from regexp_split_to_table(left(input, dash - 1), '') with ordinality as split (each, nth)
      where each <> '');
    place := dash + 1;
  end if;
  -- Letters of ASCII alone are no punycode.
  if place > length(input) then return null; end if;
  while place <= length(input) loop
    before := i;
    weight := 1;
    step := 36;
    loop
      digit := position(lower(substr(input, place, 1)) in 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
      -- Longer numbers are of no letter.
      if place > length(input) or digit < 0 or weight > 4294967296 then return null; end if;
      place := place + 1;
      i := i + digit * weight;
      least_digit := greatest(1, least(26, step - bias));
      exit when digit < least_digit;
      weight := weight * (36 - least_digit);
      step := step + 36;
    end loop;
    count := cardinality(letters) + 1;
    delta := (i - before) / (case when before = 0 then 700 else 2 end);
    delta := delta + delta / count;
    step := 0;
    while delta > 455 loop
      delta := delta / 35;
      step := step + 36;
    end loop;
    bias := step + 36 * delta / (delta + 38);
    code := code + i / count;
    i := i % count;
    if code > 1114111 or code between 55296 and 57343 then return null; end if;
    letters := letters[1:i] || code || letters[i + 1:];
    i := i + 1;
  end loop;
  return (select string_agg(chr(letter::int), '' order by nth)
    from unnest(letters) with ordinality as each (letter, nth));
end
$$;

-- The address as people read it. What is no punycode, or holds what cannot be seen, stays as it is.
create function shown_email(value text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  at int := length(value) - position('@' in reverse(value)) + 1;
begin
  if octet_length(value) = char_length(value) and position('xn--' in lower(value collate "C")) = 0 then
    return value;
  end if;
  return normalize(left(value, at), NFC) || (
    select string_agg(
      case when lower(label collate "C") like 'xn--_%'
        then coalesce(nullif(regexp_replace(from_punycode(substr(label, 5)),
          '^.*[\u0080-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff].*$', ''), ''), label)
        else label end, '.' order by nth)
    from regexp_split_to_table(normalize(translate(substr(value, at + 1), '。．｡', '...'), NFKC), '[.]')
      with ordinality as split (label, nth));
end
$$;

-- Two spellings with the same key are one address.
create function email_key(value text) returns text
language sql immutable strict parallel safe
return folded(shown_email(value));
