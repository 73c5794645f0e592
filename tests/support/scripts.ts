/** Names as people write them, one for each script that documents print. */
export const namesInScripts = {
  Latin: 'Łucja Núñez-Őry Żółć',
  fractions: 'Apt. #3½ US 6¼ 7¾ 8⅓ 9⅔ 5⅛ 12″ 3′ № 5 € – — “”',
  Vietnamese: 'Nguyễn Thị Thuỳ Dương',
  Cyrillic: 'Юлія Щукіна-Ґедзь',
  Greek: 'Γιώργος Παπαδόπουλος',
  Hebrew: 'דוד בן גוריון',
  Arabic: 'محمد عبد الله',
  'Chinese, simplified': '王小明 广州',
  'Chinese, traditional': '陳大文 臺灣',
  Japanese: '髙橋さくら サクラ',
  Korean: '김철수',
  Devanagari: 'राजेश कुमार',
  Thai: 'สมชาย ใจดี',
  emoji: 'Ada 💍',
} as const
