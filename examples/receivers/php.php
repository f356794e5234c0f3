<?php // php -S 127.0.0.1:3000 php.php
$secret = getenv('WEBHOOK_SECRET') ?: throw new Exception('WEBHOOK_SECRET is not set');
$body = file_get_contents('php://input'); // the raw bytes
$timestamp = $_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '';
$signature = $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '';
$expected = 'sha256=' . hash_hmac('sha256', "$timestamp.$body", $secret);
$genuine = hash_equals($expected, $signature);
$fresh = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
http_response_code($genuine && $fresh ? 204 : 400); // respond quickly, queue the work
if ($genuine && $fresh) {
    file_put_contents('php://stdout', json_decode($body)->event . "\n");
}
