<?php
// Installs WordPress into the folder WP_FOLDER, for the address WP_URL, and writes posts such as
// real sites have. Prints their ids as JSON.
$folder = getenv('WP_FOLDER');
$url = parse_url(getenv('WP_URL'));
$_SERVER += [
    'HTTP_HOST' => "{$url['host']}:{$url['port']}",
    'REQUEST_URI' => '/',
    'REQUEST_METHOD' => 'GET',
    'SERVER_PROTOCOL' => 'HTTP/1.1',
];
(new mysqli('localhost', 'root', '', '', 0, "$folder/db.sock"))
    ->query('CREATE DATABASE journal CHARACTER SET utf8mb4');

define('WP_INSTALLING', true);
function wp_mail() { return true; }
require_once "$folder/www/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
wp_install('A journal', 'editor', 'editor@example.com', true, '', bin2hex(random_bytes(12)));
update_option('permalink_structure', '/%postname%/');
update_option('timezone_string', 'America/Los_Angeles');
flush_rewrite_rules();
wp_delete_post(1, true);
wp_set_current_user(1);
// What an editor with every right, or whoever got into the site, may write.
kses_remove_filters();
add_filter('wp_insert_post_empty_content', '__return_false');

function write(string $title, string $content, string $date, array $more = []): int
{
    return wp_insert_post($more + [
        'post_title' => $title,
        'post_content' => $content,
        'post_date' => $date,
        'post_status' => 'publish',
        'post_author' => 1,
    ]);
}

function picture(string $name, int $parent = 0): int
{
    $file = wp_upload_dir()['path'] . "/$name.png";
    // 1200 by 800, gold: a header, one row repeated, and an end, so that no image library is needed.
    $chunk = fn ($type, $data) => pack('N', strlen($data)) . $type . $data
        . pack('N', crc32($type . $data));
    $rows = str_repeat("\0" . str_repeat("\xd4\xaf\x37", 1200), 800);
    file_put_contents($file, "\x89PNG\r\n\x1a\n"
        . $chunk('IHDR', pack('NNCCCCC', 1200, 800, 8, 2, 0, 0, 0))
        . $chunk('IDAT', gzcompress($rows)) . $chunk('IEND', ''));
    $id = wp_insert_attachment(
        ['post_title' => $name, 'post_mime_type' => 'image/png', 'post_status' => 'inherit'],
        $file,
        $parent,
    );
    wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
    return $id;
}

for ($day = 1; $day <= 13; $day++) {
    write("Note $day", "<p>Body of note $day.</p>", sprintf('2024-05-%02d 10:00:00', $day));
}

$image = picture('pendant');
update_post_meta($image, '_wp_attachment_image_alt', 'A gold pendant');
$featured = write(
    'Purity &amp; weight',
    "<!-- wp:paragraph -->\n<p>Pure gold, .9999 fine.</p>\n<!-- /wp:paragraph -->\n"
        . "<!-- wp:image {\"id\":$image} -->\n<figure class=\"wp-block-image\"><img src=\""
        . wp_get_attachment_url($image) . "\" alt=\"Inside\" class=\"wp-image-$image\"/></figure>\n"
        . '<!-- /wp:image -->',
    '2024-07-01 23:30:00',
    ['post_excerpt' => 'Written by hand.'],
);
set_post_thumbnail($featured, $image);

$deleted = write('Its picture was deleted', '<p>No picture.</p>', '2024-07-02 10:00:00');
update_post_meta($deleted, '_thumbnail_id', 99999);

$parent = write('Private', 'x', '2024-07-03 09:00:00', ['post_status' => 'private']);
$hidden = write('Its picture is not public', '<p>No picture.</p>', '2024-07-03 10:00:00');
set_post_thumbnail($hidden, picture('private', $parent));

$hostile = write(
    'Gold’s "weight" <em>in</em> grams — 5 < 6 & <script>window.__xss=1</script> 日本',
    '<p>Caf&eacute; &#8217; &amp;amp; &lt;b&gt; &nbsp; 5 &lt; 6 &euro;</p>'
        . '<script>window.__xss=2</script><img src=x onerror="window.__xss=3">'
        . '<a href="javascript:window.__xss=4">a link of theirs</a>'
        . '<svg onload="window.__xss=5"><script>window.__xss=6</script></svg>'
        . '<iframe src="https://www.example.com/embed" width="560" height="315"></iframe>'
        . '<iframe srcdoc="<script>parent.__xss=7</script>"></iframe>'
        . '<style>body{display:none}</style>'
        . '<p style="position:fixed;inset:0;z-index:99;background:red">overlay</p>'
        . '<form action="https://www.example.com/"><input name=password><button>Go</button></form>'
        . "[caption]x[/caption]\n"
        . str_repeat("<p>A piece that was bent by accident is cast again.</p>\n", 1000),
    '2024-08-15 09:00:00',
);

$empty = write('', '', '2024-09-01 12:00:00', ['post_name' => 'empty']);
$draft = write('A draft', '<p>secret draft</p>', '2024-06-20 10:00:00', ['post_status' => 'draft']);
$locked = write('Locked', '<p>secret</p>', '2024-06-21 10:00:00', ['post_password' => 'word']);
write('To come', '<p>future</p>', '2096-01-01 10:00:00');

echo json_encode(compact('featured', 'deleted', 'hidden', 'hostile', 'empty', 'draft', 'locked'));
